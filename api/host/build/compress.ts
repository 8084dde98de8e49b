import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Text files; images and fonts are already compressed. */
const texts = /\.(js|css|svg|json|html|txt)$/;

/** Smaller files fit into one packet anyway; bytes. */
const minSize = 1_400;

/** Maximum quality (11) takes twice the time (8 s of CPU for both UIs) and saves only 2% more. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };

/** Compression by the file extension that @fastify/static looks for. */
const encodings = {
  br: (content: Buffer) => promisify(brotliCompress)(content, brotli),
  gz: (content: Buffer) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
};

/** Precompresses the text files of a built UI with brotli and gzip, if that makes them smaller. */
export async function compress(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = files.filter((file) => file.isFile() && texts.test(file.name));
  await Promise.all(paths.map((file) => compressFile(join(file.parentPath, file.name))));
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < minSize) return;
  for (const [extension, encode] of Object.entries(encodings)) {
    const compressed = await encode(content);
    if (compressed.length < content.length) await writeFile(`${path}.${extension}`, compressed);
  }
}

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** What is text; pictures and fonts are packed already. */
const texts = /\.(js|css|svg|json|html|txt)$/;

/** A smaller file goes in one packet anyway; bytes. */
const worthwhile = 1_400;

/** The last degree, 11, takes twice the time (8 s of CPU for both UIs) and saves two bytes in a hundred more. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };

/** How a file is packed, by the ending that @fastify/static looks for beside the file. */
const packings = {
  br: (content: Buffer) => promisify(brotliCompress)(content, brotli),
  gz: (content: Buffer) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
};

/** Puts each file of a built UI beside itself once more, packed, where that makes it smaller. */
export async function compress(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = files.filter((file) => file.isFile() && texts.test(file.name));
  await Promise.all(paths.map((file) => compressFile(join(file.parentPath, file.name))));
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < worthwhile) return;
  for (const [ending, pack] of Object.entries(packings)) {
    const packed = await pack(content);
    if (packed.length < content.length) await writeFile(`${path}.${ending}`, packed);
  }
}

import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Makes a folder that only its owner reads, or makes one that is there such. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
}

/**
 * The text of a file that only its owner reads, made at first by `make`. Linked from a finished one, so that of two
 * starts at once both read the same whole one.
 */
export function keptText(file: string, make: () => string): string {
  if (!existsSync(file)) place(file, make());
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
}

function place(file: string, text: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${text}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(draft);
  }
}

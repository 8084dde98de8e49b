import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Creates a folder with owner-only permissions, or restricts an existing one. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
}

/**
 * Returns the text of a file with owner-only permissions, creating it with `make` if missing. Created atomically by
 * linking, so that two concurrent starts read the same complete file.
 */
export function readOrCreatePrivateFile(file: string, make: () => string): string {
  if (!existsSync(file)) create(file, make());
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
}

function create(file: string, text: string): void {
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

import { chmodSync, mkdirSync } from 'node:fs';

/** Makes a folder that only its owner reads, or makes one that is there such. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
}

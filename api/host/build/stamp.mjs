import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// Plain JavaScript: `npm start` asks it before anything is built.

/** What the build is made from: folders, and the files that say how and with which packages. */
const folders = ['schemas', 'grammar', 'api', 'portal', 'admin'];
const files = ['package.json', 'package-lock.json', 'tsconfig.json'];

/** Neither tests and texts, nor what `npm run generate` makes from the others, change what is built. */
const ignored = /\.test\.tsx?$|\.md$|\/generated\//;

/**
 * A hash over the content of all sources: the same after a fresh clone or a copy, when times differ.
 * @param {string} root the repository
 * @returns {string}
 */
export function stampOf(root) {
  const hash = createHash('sha256');
  for (const path of [...folders.flatMap((folder) => filesIn(root, folder)), ...files]) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\n${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/**
 * The stamp of what is built, or nothing when the last build did not end well.
 * @param {string} root the repository
 * @returns {string | undefined}
 */
export function builtStamp(root) {
  const file = join(root, 'dist', 'stamp.txt');
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
function filesIn(root, folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !ignored.test(path))
    .sort();
}

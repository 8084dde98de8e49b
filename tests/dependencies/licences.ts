/** A package of the lock file with its licence. */
export interface LicensedPackage {
  name: string;
  version: string;
  licence: string;
  /** Whether it is a development dependency only. */
  isDev: boolean;
}

/** Permissive licences, which require only their notice. */
const allowed: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PSF-2.0',
  'Python-2.0',
  'Zlib',
]);

/** Allowed exceptions: licence, packages and the reason. */
const exceptions: { licence: string; packages: RegExp; why: string }[] = [
  {
    licence: 'LGPL-3.0-or-later',
    packages: /^@img\/sharp-/,
    why: 'libvips, a library of its own beside sharp, as its makers built it',
  },
  {
    licence: 'MPL-2.0',
    packages: /^lightningcss(-|$)/,
    why: 'packs the styles when the product is built, and is not in what is built',
  },
  { licence: 'MPL-2.0', packages: /^axe-core$/, why: 'tests' },
  { licence: 'Unlicence', packages: /^browser-cookies$/, why: 'public domain; tests of the form import' },
  { licence: 'CC-BY-4.0', packages: /^caniuse-lite$/, why: 'data that tests read' },
  { licence: 'BSD', packages: /^css-mediaquery$/, why: 'BSD-3-Clause by its file LICENSE' },
];

/** All packages of a lock file, sorted by name, each version once. */
export function licencesIn(lock: string): LicensedPackage[] {
  const { packages = {} }: { packages?: Record<string, { version?: string; license?: string; dev?: boolean }> } =
    JSON.parse(lock);
  const byVersion = new Map<string, LicensedPackage>();
  for (const [path, { version = '', license = 'none', dev = false }] of Object.entries(packages)) {
    const name = path.split('node_modules/').at(-1) ?? '';
    const existing = byVersion.get(`${name}@${version}`);
    // The empty key is the project itself.
    if (path !== '')
      byVersion.set(`${name}@${version}`, { name, version, licence: license, isDev: dev && (existing?.isDev ?? true) });
  }
  return [...byVersion.values()].sort((one, other) =>
    `${one.name}@${one.version}`.localeCompare(`${other.name}@${other.version}`),
  );
}

/** One line for each package with a licence that is not allowed. */
export const forbiddenLicences = (lock: string): string[] =>
  licencesIn(lock)
    .filter(({ name, licence }) => !fits(licence, name))
    .map(({ name, version, licence }) => `${name} ${version} has the licence ${licence}`);

/** Evaluates an SPDX expression: one side of each OR must be allowed, and all parts of an AND. */
function fits(expression: string, name: string): boolean {
  const bare = /^\((.*)\)$/.exec(expression)?.[1] ?? expression;
  if (bare.includes('(')) return false;
  return bare.split(' OR ').some((side) => side.split(' AND ').every((licence) => isTaken(licence, name)));
}

const isTaken = (licence: string, name: string) =>
  allowed.has(licence) || exceptions.some((each) => each.licence === licence && each.packages.test(name));

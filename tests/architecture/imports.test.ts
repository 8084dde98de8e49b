import { describe, expect, it } from 'vitest';
import {
  callsMainLast,
  importsAllowedLayers,
  importsDownwards,
  importsNoBackOfficePackage,
  importsNoCommand,
  importsNoNodeModule,
  importsNoPackage,
  importsWithExtension,
  packagesLoadedWith,
} from './imports.ts';
import { violations } from './rule.ts';
import { filesBelow, parse, product, sources } from './sources.ts';

describe('import layers', () => {
  it('go one way: grammar, schemas, api; and grammar, schemas, portal, admin', () => {
    expect(violations(importsAllowedLayers, sources)).toEqual([]);
  });

  it.each([
    ['grammar/analysis.ts', '#schemas/values.ts'],
    ['schemas/values.ts', '#api/app.ts'],
    ['portal/main.tsx', '#api/app.ts'],
    ['portal/main.tsx', '#admin/main.tsx'],
    ['portal/main.tsx', '../admin/main.tsx'],
    ['admin/main.tsx', '#portal/frame/frame.tsx'],
    ['api/app.ts', '#tests/api/server.ts'],
    ['admin/main.tsx', '../portal/forms/form.tsx'],
  ])('forbid that %s imports %s', (path, target) => {
    expect(importsAllowedLayers(parse(path, `import type { A } from '${target}';`))).toHaveLength(1);
  });

  it.each([
    ['schemas/values.ts', '#grammar/run.ts'],
    ['admin/main.tsx', '#portal/orders/lines.tsx'],
    ['tests/api/server.ts', '#api/app.ts'],
    ['portal/main.tsx', './frame/frame.tsx'],
  ])('allow %s to import %s', (path, target) => {
    expect(importsAllowedLayers(parse(path, `import { a } from '${target}';`))).toEqual([]);
  });

  it('require the file extension in imports of our own files', () => {
    expect(violations(importsWithExtension, sources)).toEqual([]);
    expect(importsWithExtension(parse('api/app.ts', `import { a } from './server';`))).toHaveLength(1);
  });
});

describe('the entry module of a command', () => {
  it('is not imported, because that would run the command', () => {
    expect(violations(importsNoCommand, sources)).toEqual([]);
    const text = "import { rehearse } from '#api/engine/rehearsal/main.ts';";
    expect(importsNoCommand(parse('tests/api/rehearsal.test.ts', text))).toHaveLength(1);
  });

  it('calls main after all of its constants', () => {
    expect(violations(callsMainLast, sources)).toEqual([]);
    const rest = 'const rehearse = () => 1;';
    expect(callsMainLast(parse('api/engine/rehearsal/main.ts', `await main();\n${rest}`))).toHaveLength(1);
    expect(callsMainLast(parse('api/engine/rehearsal/main.ts', `${rest}\nawait main();`))).toEqual([]);
  });
});

describe('layers of api/', () => {
  const api = product.filter(({ folder }) => folder === 'api');

  it('import downwards only: platform, engine, features, composition root', () => {
    expect(violations(importsDownwards, api)).toEqual([]);
  });

  it('are the only folders of api/', () => {
    const folders = new Set(filesBelow('api').map((path) => path.split('/').slice(1, -1)[0]));
    folders.delete(undefined);
    expect([...folders].toSorted()).toEqual(['engine', 'features', 'platform']);
  });

  it.each([
    ['api/platform/log.ts', '../engine/store/store.ts'],
    ['api/platform/mail/transport.ts', '../../features/auth/session.ts'],
    ['api/engine/store/store.ts', '../../features/orders/list/orders.ts'],
    ['api/engine/store/store.ts', '#api/features/orders/list/orders.ts'],
    ['api/features/auth/session.ts', '../../app.ts'],
  ])('forbid that %s imports %s', (path, target) => {
    expect(importsDownwards(parse(path, `import type { A } from '${target}';`))).toHaveLength(1);
  });

  it.each([
    ['api/features/auth/session.ts', '../users/users.ts'],
    ['api/features/auth/session.ts', '../../engine/store/store.ts'],
    ['api/engine/store/store.ts', '../../platform/clock/clock.ts'],
    ['api/platform/log.ts', '#schemas/values.ts'],
    ['api/app.ts', './features/auth/session.ts'],
  ])('allow %s to import %s', (path, target) => {
    expect(importsDownwards(parse(path, `import { a } from '${target}';`))).toEqual([]);
  });
});

describe('code that runs in the browser', () => {
  const runsAnywhere = product.filter(
    ({ path, folder }) =>
      folder !== 'api' &&
      !path.startsWith('schemas/generate/') &&
      !['grammar/generate.ts', 'grammar/command.ts'].includes(path) &&
      !/\/vite\.(config|lean)\.ts$/.test(path),
  );

  it('imports no Node module in grammar, schemas, portal and admin', () => {
    expect(violations(importsNoNodeModule, runsAnywhere)).toEqual([]);
  });

  it('imports no package in grammar', () => {
    expect(
      violations(
        importsNoPackage,
        runsAnywhere.filter(({ folder }) => folder === 'grammar'),
      ),
    ).toEqual([]);
  });
});

describe('the portal bundle', () => {
  const portal = product.filter(({ folder }) => folder === 'portal');
  // performance 2: none of these packages is in the first load.
  const late = [
    'ajv',
    'ajv-formats',
    'luxon',
    're2js',
    'react-markdown',
    'rehype-sanitize',
    'remark-gfm',
    '@base-ui/react',
    '@rjsf/core',
    '@rjsf/utils',
    '@zxcvbn-ts/core',
    '@zxcvbn-ts/language-common',
    '@zxcvbn-ts/language-en',
  ];

  it('contains no MUI, Emotion or react-admin', () => {
    expect(violations(importsNoBackOfficePackage, portal)).toEqual([]);
    expect(importsNoBackOfficePackage(parse('portal/a.tsx', `import { Button } from '@mui/material';`))).toHaveLength(
      1,
    );
  });

  it('loads ajv, luxon, markdown, Base UI and the password dictionary lazily', () => {
    const entries = filesBelow('portal').filter((path) => /^portal\/main\.tsx?$/.test(path));
    expect(entries).toHaveLength(1);
    for (const entry of entries) {
      const packages = packagesLoadedWith(entry, product);
      expect(
        late.flatMap((name) => (packages.has(name) ? [`${name} by ${packages.get(name)?.join(' > ')}`] : [])),
      ).toEqual([]);
    }
  });

  it('follows static imports through other files, and ignores import()', () => {
    const files = [
      parse('portal/main.tsx', `import { a } from './a.tsx'; import('./later.tsx');`),
      parse('portal/a.tsx', `import ajv from 'ajv'; import type { B } from 'luxon';`),
      parse('portal/later.tsx', `import x from 're2js';`),
    ];
    expect([...packagesLoadedWith('portal/main.tsx', files)]).toEqual([['ajv', ['portal/main.tsx', 'portal/a.tsx']]]);
  });
});

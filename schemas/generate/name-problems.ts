import type { ResourceVocabulary } from '../generated/vocabulary.ts';
import { kindOf } from '../resource/kind.ts';
import { baseProperties, resourceOf } from '../resource/resource.ts';
import type { Problem, Written } from './problem.ts';

interface Named {
  key: string;
  name: string;
}

/** Names that must be names of the schema's own fields. */
export function nameProblems({ file, schema }: Written): Problem[] {
  const fault = `is no field of ${schema.title}`;
  const all = [...Object.keys(schema.properties), ...Object.keys(baseProperties)];
  const fields = namesOf(schema)
    .map(({ key, name }) => ({ key, value: name.replace(/^-/, '').split('.')[0] ?? '' }))
    .filter(({ value }) => !all.includes(value))
    .map((each) => ({ ...each, file, fault, words: all }));
  return [...fields, ...layoutProblems({ file, schema }), ...placeProblems({ file, schema })];
}

function namesOf(schema: ResourceVocabulary): Named[] {
  const { sort, hidden, unique, indexes, owner, expires, attachment } = schema['x-store'] ?? {};
  const { columns, filters } = schema['x-admin'] ?? {};
  return [
    ...listed('required', schema.required),
    ...(sort ?? '')
      .split(',')
      .filter(Boolean)
      .map((name) => ({ key: 'x-store/sort', name })),
    ...listed('x-store/hidden', hidden),
    ...(unique ?? []).flatMap((names, index) => listed(`x-store/unique/${index}`, names)),
    ...(indexes ?? []).flatMap(({ fields }, index) => listed(`x-store/indexes/${index}/fields`, fields)),
    ...listed('x-store/owner', owner),
    ...listed('x-store/expires', expires),
    ...listed('x-store/attachment', attachment),
    ...listed('x-admin/columns', columns),
    ...listed('x-admin/filters', filters),
  ];
}

function listed(key: string, names: string[] | string | undefined): Named[] {
  if (typeof names === 'string') return [{ key, name: names }];
  return (names ?? []).map((name, index) => ({ key: `${key}/${index}`, name }));
}

/** A layout names fields that a page can show, each of them once. */
function layoutProblems({ file, schema }: Written): Problem[] {
  const words = Object.entries(schema.properties)
    .filter(([, property]) => !property['x-extra'] && property['x-admin']?.widget !== 'hidden')
    .map(([name]) => name);
  const named = (schema['x-admin']?.layout ?? []).flatMap(({ rows }, section) =>
    rows.flatMap((row, index) => listed(`x-admin/layout/${section}/rows/${index}`, row)),
  );
  return named.flatMap(({ key, name }, index) => {
    const place = { file, key, value: name };
    if (!words.includes(name)) return [{ ...place, fault: `is no field that a page of ${schema.title} shows`, words }];
    const first = named.findIndex((each) => each.name === name);
    if (first === index) return [];
    const free = words.filter((word) => !named.some((each) => each.name === word));
    return [{ ...place, fault: `stands at ${named[first]?.key} already`, words: free }];
  });
}

/** Where several references could place a record in the tree, the schema says which one does, whatever their order. */
function placeProblems({ file, schema }: Written): Problem[] {
  const node = schema.properties.treeScope?.items?.['x-ref'];
  const named = schema['x-store']?.place;
  const key = 'x-store/place';
  const references = Object.entries(schema.properties).filter(
    ([name, property]) => property['x-ref'] !== undefined && kindOf(property, name) === 'reference',
  );
  const names = references.map(([name]) => name);
  if (named !== undefined && !node)
    return [{ file, key, value: named, fault: 'places nothing: there is no property treeScope, a list of references' }];
  if (named !== undefined && !names.includes(named))
    return [{ file, key, value: named, fault: `is no reference of ${schema.title}`, words: names }];
  const possible = references.filter(([, property]) => property['x-ref'] === node).map(([name]) => name);
  if (named !== undefined || !node || possible.length < 2) return [];
  return [{ file, key, value: undefined, fault: `says which ${node} a record stands at`, words: possible }];
}

/** Titles, and addresses, that two schemas have. */
export function doubleProblems(written: Written[]): Problem[] {
  const resources = written.map(({ file, schema }) => ({ file, schema, resource: resourceOf(schema) }));
  const titles = written.map(({ file, schema }) => ({ file, key: 'title', value: schema.title }));
  const paths = resources.map(({ file, schema, resource }) => ({
    file,
    key: schema['x-store']?.path ? 'x-store/path' : 'title',
    value: resource.path,
  }));
  const nested = resources.flatMap(({ file, schema, resource: { nested: below } }) => {
    const key = `x-store/${schema['x-store']?.under ? 'under' : 'within'}/path`;
    return below ? [{ file, key, value: `${below.resource}/${below.path}` }] : [];
  });
  const twice = new Set<string>();
  return [titles, paths, nested].flatMap((all, kind) =>
    all.flatMap((each) => {
      const first = all.find(({ value }) => value === each.value);
      if (!first || first === each) return [];
      // Two of one title have one path for that alone.
      if (kind === 0) twice.add(each.file);
      else if (twice.has(each.file)) return [];
      return [{ ...each, fault: `is that of schemas/${first.file} already: each has its own` }];
    }),
  );
}

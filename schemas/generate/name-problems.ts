import type { ResourceVocabulary } from '../generated/vocabulary.ts';
import { propertyKindOf } from '../resource/kind.ts';
import { baseProperties, resourceOf } from '../resource/resource.ts';
import type { SchemaFile, SchemaFileProblem } from './problem.ts';

interface NamedField {
  key: string;
  name: string;
}

/** Validates the names of fields in a schema: sort, columns, filters, indexes, layout, and so on. */
export function nameProblems({ file, schema }: SchemaFile): SchemaFileProblem[] {
  const fault = `is not a field of ${schema.title}`;
  const all = [...Object.keys(schema.properties), ...Object.keys(baseProperties)];
  const fields = namesOf(schema)
    .map(({ key, name }) => ({ key, value: name.replace(/^-/, '').split('.')[0] ?? '' }))
    .filter(({ value }) => !all.includes(value))
    .map((each) => ({ ...each, file, fault, words: all }));
  return [...fields, ...layoutProblems({ file, schema }), ...placeProblems({ file, schema })];
}

function namesOf(schema: ResourceVocabulary): NamedField[] {
  const { sort, hidden, unique, indexes, owner, expires, attachment, named } = schema['x-store'] ?? {};
  const { columns, filters } = schema['x-admin'] ?? {};
  return [
    ...namesIn('required', schema.required),
    ...(sort ?? '')
      .split(',')
      .filter(Boolean)
      .map((name) => ({ key: 'x-store/sort', name })),
    ...namesIn('x-store/hidden', hidden),
    ...(unique ?? []).flatMap((names, index) => namesIn(`x-store/unique/${index}`, names)),
    ...(indexes ?? []).flatMap(({ fields }, index) => namesIn(`x-store/indexes/${index}/fields`, fields)),
    ...namesIn('x-store/owner', owner),
    ...namesIn('x-store/expires', expires),
    ...namesIn('x-store/attachment', attachment),
    ...namesIn('x-store/named', named ? 'name' : undefined),
    ...namesIn('x-admin/columns', columns),
    ...namesIn('x-admin/filters', filters),
  ];
}

function namesIn(key: string, names: string[] | string | undefined): NamedField[] {
  if (typeof names === 'string') return [{ key, name: names }];
  return (names ?? []).map((name, index) => ({ key: `${key}/${index}`, name }));
}

/** A layout may name each visible field once. */
function layoutProblems({ file, schema }: SchemaFile): SchemaFileProblem[] {
  const words = Object.entries(schema.properties)
    .filter(([, property]) => !property['x-extra'] && property['x-admin']?.widget !== 'hidden')
    .map(([name]) => name);
  const layoutFields = (schema['x-admin']?.layout ?? []).flatMap(({ rows }, section) =>
    rows.flatMap((row, index) => namesIn(`x-admin/layout/${section}/rows/${index}`, row)),
  );
  return layoutFields.flatMap(({ key, name }, index) => {
    const place = { file, key, value: name };
    if (!words.includes(name)) return [{ ...place, fault: `is not a field on the pages of ${schema.title}`, words }];
    const first = layoutFields.findIndex((each) => each.name === name);
    if (first === index) return [];
    const free = words.filter((word) => !layoutFields.some((each) => each.name === word));
    return [{ ...place, fault: `is already at ${layoutFields[first]?.key}`, words: free }];
  });
}

/** If several references could put a record into the tree, the schema must select one with x-store/place. */
function placeProblems({ file, schema }: SchemaFile): SchemaFileProblem[] {
  const node = schema.properties.treeScope?.items?.['x-ref'];
  const placeName = schema['x-store']?.place;
  const key = 'x-store/place';
  const references = Object.entries(schema.properties).filter(
    ([name, property]) => property['x-ref'] !== undefined && propertyKindOf(property, name) === 'reference',
  );
  const names = references.map(([name]) => name);
  if (placeName !== undefined && !node)
    return [{ file, key, value: placeName, fault: 'requires the property treeScope, a list of references' }];
  if (placeName !== undefined && !names.includes(placeName))
    return [{ file, key, value: placeName, fault: `is not a reference of ${schema.title}`, words: names }];
  const possible = references.filter(([, property]) => property['x-ref'] === node).map(([name]) => name);
  if (placeName !== undefined || !node || possible.length < 2) return [];
  return [{ file, key, value: undefined, fault: `defines which ${node} a record belongs to`, words: possible }];
}

/** Duplicate titles and paths of schemas. */
export function doubleProblems(written: SchemaFile[]): SchemaFileProblem[] {
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
  const duplicateTitles = new Set<string>();
  return [titles, paths, nested].flatMap((all, kind) =>
    all.flatMap((each) => {
      const first = all.find(({ value }) => value === each.value);
      if (!first || first === each) return [];
      // Schemas with the same title have the same default path, so report only the title.
      if (kind === 0) duplicateTitles.add(each.file);
      else if (duplicateTitles.has(each.file)) return [];
      return [{ ...each, fault: `is already used by schemas/${first.file}` }];
    }),
  );
}

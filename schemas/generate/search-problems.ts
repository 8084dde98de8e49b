import type { Property, ResourceVocabulary } from '../generated/vocabulary.ts';
import { type PropertyKind, propertyKindOf } from '../resource/kind.ts';
import type { SchemaFile, SchemaFileProblem } from './problem.ts';

const texts: PropertyKind[] = ['text', 'longText', 'markdown', 'email', 'phone'];

/**
 * Validates search and copy paths: each must be a text of the record or of a referenced one, and visible to everybody
 * who can read the record. Otherwise a search would reveal hidden values.
 */
export function searchProblems({ file, schema }: SchemaFile, all: SchemaFile[]): SchemaFileProblem[] {
  const schemaOf = (title: string | undefined) => all.find((each) => each.schema.title === title)?.schema;
  // Records embedded in a list are searched in memory, where referenced records are not available.
  const references = schema['x-store']?.within ? [] : visibleProperties(schema, ['reference']);
  const words = [
    ...visibleProperties(schema, texts),
    ...references.flatMap((name) => {
      const other = schemaOf(schema.properties[name]?.['x-ref']);
      return other ? visibleProperties(other, texts).map((field) => `${name}.${field}`) : [];
    }),
  ];
  const faultsOf = (path: string, key: string): SchemaFileProblem[] => {
    if (words.includes(path)) return [];
    const [name = '', field] = path.split('.');
    const other = references.includes(name) ? schema.properties[name]?.['x-ref'] : undefined;
    const fault =
      field === undefined || other
        ? `is no text of ${other ?? schema.title} that whoever reads it is answered`
        : `names a field of another record, and ${name} is no reference of ${schema.title}`;
    return [{ file, key, value: path, fault, words }];
  };
  return [
    ...(schema['x-store']?.search ?? []).flatMap((path, index) => faultsOf(path, `x-store/search/${index}`)),
    ...Object.entries(schema.properties).flatMap(([name, { 'x-copy': path, readOnly }]): SchemaFileProblem[] => {
      if (path === undefined) return [];
      const key = `properties/${name}`;
      const unowned = { file, key: `${key}/readOnly`, value: readOnly, fault: 'must be true beside x-copy' };
      return [...faultsOf(path, `${key}/x-copy`), ...(readOnly ? [] : [unowned])];
    }),
  ];
}

/** The properties of these kinds that are visible to everybody who can read a record. */
function visibleProperties(schema: ResourceVocabulary, kinds: PropertyKind[]): string[] {
  const hidden = schema['x-store']?.hidden ?? [];
  const isVisible = (property: Property) =>
    !property.writeOnly && !property['x-extra'] && !property['x-visible-to'] && !property['x-sealed'];
  return Object.entries(schema.properties)
    .filter(([name, property]) => isVisible(property) && !hidden.includes(name))
    .filter(([name, property]) => kinds.includes(propertyKindOf(property, name)))
    .map(([name]) => name);
}

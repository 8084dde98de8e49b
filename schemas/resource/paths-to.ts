import type { Property, ResourceVocabulary } from '../generated/vocabulary.ts';

/** The dotted paths of properties that reference records of a type. */
export function referencePaths(type: string, properties: Record<string, Property>, prefix = ''): string[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = `${prefix}${name}`;
    const inner = property.items ?? property;
    if (property['x-ref'] === type || inner['x-ref'] === type) return [path];
    return referencePaths(type, inner.properties ?? {}, `${path}.`);
  });
}

/**
 * Whether records of a type are owned by the records that reference them, as uploaded files are (`x-store.attachment`).
 */
export const isAttachment = (schema: ResourceVocabulary | undefined): boolean =>
  schema?.['x-store']?.attachment !== undefined;

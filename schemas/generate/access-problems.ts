import type { ResourceVocabulary } from '../generated/vocabulary.ts';
import { resourceOf } from '../resource/resource.ts';
import { type Scope, scopeProperties } from '../resource/scope-properties.ts';
import type { SchemaFile, SchemaFileProblem } from './problem.ts';

/** Validates `x-access`: each scope must have the properties that its condition needs. */
export function accessProblems({ file, schema }: SchemaFile): SchemaFileProblem[] {
  const { owner } = resourceOf(schema);
  const missing = (scope: Scope) =>
    scopeProperties[scope]
      .map((name) => (name === 'owner' ? owner : name))
      .filter((name) => !Object.hasOwn(schema.properties, name));
  const words = Object.keys(scopeProperties)
    .filter((scope): scope is Scope => Object.hasOwn(scopeProperties, scope))
    .filter((scope) => missing(scope).length === 0);
  return grantsOf(schema).flatMap(({ key, scope }) => {
    const fault = `needs the property ${missing(scope).join(' and ')}, which ${schema.title} has not`;
    return missing(scope).length > 0 ? [{ file, key, value: scope, fault, words }] : [];
  });
}

function grantsOf(schema: ResourceVocabulary): { key: string; scope: Scope }[] {
  return Object.entries(schema['x-access'] ?? {}).flatMap(([principal, grants]) =>
    Array.isArray(grants)
      ? grants.map(({ scope }, index) => ({ key: `x-access/${principal}/${index}/scope`, scope }))
      : [{ key: `x-access/${principal}/scope`, scope: grants.scope }],
  );
}

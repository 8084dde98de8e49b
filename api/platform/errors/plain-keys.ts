import type { KeywordDefinition, SchemaValidateFunction } from 'ajv';
import { pointerOf } from '#schemas/forms/pointer.ts';

/**
 * Returns the path of the first key that MongoDB would interpret as an operator or a path (injection). The depth is
 * bounded before.
 */
export function findUnsafeKey(map: unknown): string | undefined {
  if (map === null || typeof map !== 'object') return undefined;
  const isList = Array.isArray(map);
  for (const key of Object.keys(map)) {
    if (!isList && (key.startsWith('$') || key.includes('.'))) return pointerOf([key]);
    const below = findUnsafeKey(Reflect.get(map, key));
    if (below !== undefined) return pointerOf([key]) + below;
  }
  return undefined;
}

const message = 'A key must not start with $ or contain a dot';

const validatePlainKeys: SchemaValidateFunction = (_schema: unknown, data: unknown) => {
  const path = findUnsafeKey(data);
  validatePlainKeys.errors = path === undefined ? [] : [{ keyword: 'x-plain-keys', message, params: { path } }];
  return path === undefined;
};

/** AJV keyword for free-form maps: keys without dots and without leading $. */
export const plainKeys: KeywordDefinition = { keyword: 'x-plain-keys', errors: true, validate: validatePlainKeys };

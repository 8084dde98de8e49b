import type { StaticType } from '../analysis/static-type.ts';
import type { Run } from '../runtime/run.ts';
import type { Name } from '../syntax/tree.ts';
import { fromHostValue, inputConversion, readKey } from '../values/host-values.ts';
import { isObject, isSafeKey } from '../values/plain-objects.ts';
import type { CompiledExpression } from './code.ts';

/** Compiles property access: reads a key of the value of `base`, converting it to the declared type. */
export function emitKey(base: CompiledExpression, site: Name, type: StaticType): CompiledExpression {
  const key = site.name;
  const convert = inputConversion(type);
  if (convert !== null) return (run) => convert(run, readKey(run, site, base(run), key));
  if (!isSafeKey(key)) return (run) => readKey(run, site, base(run), key);
  return (run) => {
    const record = base(run);
    if (isObject(record)) {
      const value = record[key];
      if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return value;
      return settle(run, site, record, value);
    }
    return readKey(run, site, record, key);
  };
}

/**
 * Compiles property access on a variable in one closure. This is the most common expression in scripts, so it repeats
 * the code of `emitKey` instead of calling it.
 */
export function emitSlotKey(slot: number, site: Name, type: StaticType): CompiledExpression {
  const key = site.name;
  if (inputConversion(type) !== null || !isSafeKey(key)) return emitKey(({ frame }) => frame[slot], site, type);
  // jscpd:ignore-start
  return (run) => {
    const record = run.frame[slot];
    if (isObject(record)) {
      const value = record[key];
      if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return value;
      return settle(run, site, record, value);
    }
    return readKey(run, site, record, key);
  };
  // jscpd:ignore-end
}

/**
 * Handles a value found under a safe key. Lists and dates have no keys, so nothing is found in them and `readKey`
 * reports it.
 */
function settle(run: Run, site: Name, record: object, value: unknown): unknown {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? readKey(run, site, record, site.name) : fromHostValue(value);
}

import { scriptParts } from '../generated/script-parts.ts';
import { isDay } from '../typed-values/parse-date.ts';
import { keysOf, valueUnder } from './pointer.ts';
import type { ScriptKind } from './script.ts';

/** A script as the author wrote it. */
export interface ScriptSource {
  readonly kind: ScriptKind;
  readonly source: string;
  /** Its JSON pointer in the widget. */
  readonly place: string;
}

const parts = Object.entries(scriptParts).map(([place, kind]) => ({ place, kind, keys: keysOf(place) }));

/**
 * The scripts of a widget, from the parts that the schemas mark with `x-script`. A static initial value and a limit that
 * is a day ('2026-03-31') are values, not scripts.
 */
export function scriptSources(widget: { meta?: unknown; config?: unknown }): ScriptSource[] {
  return parts.flatMap(({ place, kind, keys }) => {
    const source = valueUnder(widget, keys);
    if (typeof source !== 'string' || source.trim() === '') return [];
    const isValue =
      kind === 'initial' ? valueUnder(widget, [...keys.slice(0, -1), 'static']) === true : isDay(source.trim());
    return isValue ? [] : [{ kind, source, place }];
  });
}

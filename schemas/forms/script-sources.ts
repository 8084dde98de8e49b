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
  /** The value of its option, for the condition of an option. */
  readonly option?: string;
}

const parts = Object.entries(scriptParts)
  .filter(([, kind]) => kind !== 'option')
  .map(([place, kind]) => ({ place, kind, keys: keysOf(place) }));

/** The scripts of a widget, from the parts that the schemas mark with `x-script`. A static initial value is none. */
export function scriptSources(widget: { meta?: unknown; config?: unknown }): ScriptSource[] {
  const single = parts.flatMap(({ place, kind, keys }) => {
    const source = valueUnder(widget, keys);
    if (typeof source !== 'string' || source.trim() === '') return [];
    const isStatic = kind === 'initial' && valueUnder(widget, [...keys.slice(0, -1), 'static']) === true;
    return isStatic ? [] : [{ kind, source, place }];
  });
  return [...single, ...optionSources(widget.config)];
}

function optionSources(config: unknown): ScriptSource[] {
  const options = valueUnder(config, ['options']);
  if (!Array.isArray(options)) return [];
  return options.flatMap((option: unknown, index) => {
    const [source, value] = [valueUnder(option, ['condition']), valueUnder(option, ['value'])];
    if (typeof source !== 'string' || source.trim() === '' || typeof value !== 'string') return [];
    return [{ kind: 'option', source, place: `/config/options/${index}/condition`, option: value } as const];
  });
}

/** Whether a limit is a day as it is written ('2026-03-31') instead of an expression (design 7). */
export const isDayLimit = ({ kind, source }: Pick<ScriptSource, 'kind' | 'source'>): boolean =>
  (kind === 'minimum' || kind === 'maximum') && isDay(source.trim());

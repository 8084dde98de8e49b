import {
  type Configs,
  configSchemas,
  type Meta,
  metaSchema,
  type PartSchema,
  type WidgetType,
} from '../generated/widgets.ts';
import type { Problem } from './form.ts';
import { isRecord } from './is-record.ts';
import { pointerOf } from './pointer.ts';
import { settle } from './settle.ts';

/** What a widget says of itself, complete with its defaults; what stands inside it is not read yet. */
export type WrittenWidget = { [T in WidgetType]: { type: T; id: string; meta: Meta; config: Configs[T] } }[WidgetType];

/** Why there is no such widget, `path` beginning at the widget. */
export interface Unfit {
  path: string;
  value: unknown;
  message: string;
}

/**
 * Reads a widget's own parts by its type's schema. What does not fit is replaced by its default and added to `problems`;
 * without a type that is known there is no widget. A missing meta or config means the defaults (design 7).
 */
export function writtenWidget(raw: unknown, place: string, problems: Problem[]): WrittenWidget | Unfit {
  if (!isRecord(raw)) return { path: '', value: raw, message: 'A widget is an object with a type' };
  const { type, id, meta, config } = raw;
  const schema = typeof type === 'string' && Object.hasOwn(configSchemas, type) ? schemas[type] : undefined;
  if (!schema) {
    const known = Object.keys(configSchemas).join(', ');
    return { path: '/type', value: type, message: `Unknown widget type ${JSON.stringify(type)}; known are ${known}` };
  }
  const part = (name: string, partSchema: PartSchema, value: unknown) => {
    const settled = settle(partSchema, value ?? {});
    for (const problem of settled.problems) problems.push({ ...problem, path: `${place}/${name}${problem.path}` });
    // A part that is no object at all counts as missing.
    return settled.value ?? settle(partSchema, {}).value;
  };
  for (const name of Object.keys(raw).filter((key) => !known.has(key))) {
    problems.push({ path: place + pointerOf([name]), value: raw[name], message: `Unknown property ${name}` });
  }
  const isId = typeof id === 'string' && idShape.test(id);
  if (id !== undefined && !isId) problems.push({ path: `${place}/id`, value: id, message: idMessage });
  const written = {
    type,
    id: isId ? id : '',
    meta: part('meta', metaSchema, meta),
    config: part('config', schema, config),
  };
  return isWritten(written) ? written : { path: '', value: raw, message: 'A widget is an object with a type' };
}

const schemas: Readonly<Record<string, PartSchema>> = configSchemas;
const known = new Set(['type', 'id', 'meta', 'config']);
const idShape = /^[A-Za-z0-9_-]{1,64}$/;
const idMessage = 'An id has up to 64 letters, digits, - or _';

/** `settle` has made the parts fit the schemas that their types are generated from. */
function isWritten(written: { type: unknown; id: string; meta: unknown; config: unknown }): written is WrittenWidget {
  return isRecord(written.meta) && isRecord(written.config);
}

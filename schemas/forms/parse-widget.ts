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
import { repairPart } from './repair-part.ts';

/** A widget's own parts, complete with defaults; its children have not been read. */
export type ParsedWidget = { [T in WidgetType]: { type: T; id: string; meta: Meta; config: Configs[T] } }[WidgetType];

/** Why a widget is invalid; `path` is relative to the widget. */
export interface WidgetError {
  path: string;
  value: unknown;
  message: string;
}

/**
 * Reads a widget's own parts by the schema of its type. Invalid parts are replaced by their defaults and reported in
 * `problems`; without a known type there is no widget. A missing meta or config means the defaults (design 7).
 */
export function parseWidget(raw: unknown, place: string, problems: Problem[]): ParsedWidget | WidgetError {
  if (!isRecord(raw)) return { path: '', value: raw, message: 'A widget must be an object with a type' };
  const { type, id, meta, config } = raw;
  const schema = typeof type === 'string' && Object.hasOwn(configSchemas, type) ? schemas[type] : undefined;
  if (!schema) {
    const known = Object.keys(configSchemas).join(', ');
    return { path: '/type', value: type, message: `Unknown widget type ${JSON.stringify(type)}; known are ${known}` };
  }
  const part = (name: string, partSchema: PartSchema, value: unknown) => {
    const settled = repairPart(partSchema, value ?? {});
    for (const problem of settled.problems) problems.push({ ...problem, path: `${place}/${name}${problem.path}` });
    // A part that is no object counts as missing.
    return settled.value ?? repairPart(partSchema, {}).value;
  };
  for (const name of Object.keys(raw).filter((key) => !known.has(key))) {
    problems.push({ path: place + pointerOf([name]), value: raw[name], message: `Unknown property ${name}` });
  }
  const isId = typeof id === 'string' && idShape.test(id);
  if (id !== undefined && !isId) problems.push({ path: `${place}/id`, value: id, message: idMessage });
  const parts = {
    type,
    id: isId ? id : '',
    meta: part('meta', metaSchema, meta),
    config: part('config', schema, config),
  };
  return isComplete(parts) ? parts : { path: '', value: raw, message: 'A widget must be an object with a type' };
}

const schemas: Readonly<Record<string, PartSchema>> = configSchemas;
const known = new Set(['type', 'id', 'meta', 'config']);
const idShape = /^[A-Za-z0-9_-]{1,64}$/;
const idMessage = 'An id must consist of up to 64 letters, digits, - or _';

/** A type guard without a full check: `settle` has already made the parts valid for the schemas of these types. */
function isComplete(parts: { type: unknown; id: string; meta: unknown; config: unknown }): parts is ParsedWidget {
  return isRecord(parts.meta) && isRecord(parts.config);
}

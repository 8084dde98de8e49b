import type { CompileOptions, Schema, Type } from '#grammar/index.ts';
import type { WidgetType } from '../generated/widgets.ts';
import type { FormScope, ValidWidget } from './form.ts';
import type { WidgetKind } from './kinds/kind.ts';
import { widgetKinds } from './kinds/kinds.ts';
import { scopeFor } from './scope-for.ts';
import type { ScriptKind } from './script.ts';

const modes = {
  condition: 'condition',
  validation: 'validate',
  initial: 'value',
  required: 'condition',
  readonly: 'condition',
  minimum: 'value',
  maximum: 'value',
  option: 'condition',
} as const satisfies Record<ScriptKind, CompileOptions['mode']>;

/**
 * The compile options for a widget's script: the variables in scope and the type of `this`. `schemas` is a cache by
 * scope.
 */
export function scriptOptions(
  widget: ValidWidget,
  kind: ScriptKind,
  schemas: Map<FormScope, Schema> = new Map(),
): Required<Pick<CompileOptions, 'schema' | 'mode' | 'this'>> {
  const own = typeOf(widget);
  // Fields of a record or list are read by their keys, so `this` needs no record type.
  const item = typeof own === 'string' ? own : 'any';
  return { schema: schemaOf(schemas, scopeFor(widget)), mode: modes[kind], this: item };
}

/** The type of each variable: its own keys, then surrounding ones, then the order's; inner ones shadow outer ones. */
function schemaOf(schemas: Map<FormScope, Schema>, scope: FormScope): Schema {
  const known = schemas.get(scope);
  if (known) return known;
  const around: Schema = scope.parent
    ? schemaOf(schemas, scope.parent)
    : { client: 'any', user: 'any', channel: 'any', order: 'any' };
  const schema = { ...around, ...recordOf(scope) };
  schemas.set(scope, schema);
  return schema;
}

function recordOf({ owners }: FormScope): Schema {
  return Object.fromEntries([...owners].map(([key, widget]) => [key, typeOf(widget)]));
}

function typeOf({ type, inner }: ValidWidget): Type {
  const kind: WidgetKind<WidgetType> = widgetKinds[type];
  switch (kind.holds) {
    case 'value':
      return kind.scriptType;
    case 'rows':
      return { list: { record: recordOf(inner) } };
    case 'group':
      return { record: recordOf(inner) };
    case 'nothing':
      return 'any';
  }
}

import type { Form, ValidWidget } from '../../forms/form.ts';

/** Maps the widgets of a form to the widgets of another form that take over their values. */
export type WidgetMatches = ReadonlyMap<ValidWidget, ValidWidget>;

/**
 * Matches the widgets of two forms: by id, which is stable across versions (design 7), else, as in another form, by the
 * same key and type at the same place of the data.
 */
export function matchWidgets(from: Form, to: Form): WidgetMatches {
  const pairs = new Map<ValidWidget, ValidWidget>();
  const matched = new Set<ValidWidget>();
  const pair = (one: ValidWidget, other: ValidWidget | undefined) => {
    if (!other || pairs.has(one) || matched.has(other)) return;
    pairs.set(one, other);
    matched.add(other);
  };
  const byId = new Map(soundOf(to).map((widget) => [widget.id, widget]));
  for (const widget of soundOf(from)) if (widget.id !== '') pair(widget, byId.get(widget.id));
  const byPlace = new Map(soundOf(to).map((widget) => [placeOf(widget), widget]));
  for (const widget of soundOf(from)) if (widget.key !== '') pair(widget, byPlace.get(placeOf(widget)));
  return pairs;
}

const soundOf = ({ widgets }: Form) => widgets.filter((widget): widget is ValidWidget => widget.type !== 'broken');

const placeOf = ({ type, scope, key }: ValidWidget) => JSON.stringify([type, ...scope.keys, key]);

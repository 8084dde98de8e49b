import type { Form, SoundWidget } from '../../forms/form.ts';

/** Maps the widgets of a form to the widgets of another form that take over their values. */
export type Pairs = ReadonlyMap<SoundWidget, SoundWidget>;

/**
 * Matches the widgets of two forms: by id, which is stable across versions (design 7), else, as in another form, by the
 * same key and type at the same place of the data.
 */
export function pairsOf(from: Form, to: Form): Pairs {
  const pairs = new Map<SoundWidget, SoundWidget>();
  const matched = new Set<SoundWidget>();
  const pair = (one: SoundWidget, other: SoundWidget | undefined) => {
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

const soundOf = ({ widgets }: Form) => widgets.filter((widget): widget is SoundWidget => widget.type !== 'broken');

const placeOf = ({ type, scope, key }: SoundWidget) => JSON.stringify([type, ...scope.keys, key]);

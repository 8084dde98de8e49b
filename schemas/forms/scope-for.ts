import type { Scope, SoundWidget } from './form.ts';
import { kinds } from './kinds/kinds.ts';

/** A script sees the keys of its own place: of the object that its widget is, else of the object it stands in. */
export const scopeFor = (widget: SoundWidget): Scope => (isGroup(widget) ? widget.inner : widget.scope);

export const isGroup = ({ type }: SoundWidget) => kinds[type].holds === 'group';

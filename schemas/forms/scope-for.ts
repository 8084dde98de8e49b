import type { Scope, SoundWidget } from './form.ts';
import { kinds } from './kinds/kinds.ts';

/** The scope of a widget's scripts: its own object for a group, else the surrounding object. */
export const scopeFor = (widget: SoundWidget): Scope => (isGroup(widget) ? widget.inner : widget.scope);

export const isGroup = ({ type }: SoundWidget) => kinds[type].holds === 'group';

import type { Scope, SoundWidget } from './form.ts';
import { kinds } from './kinds/kinds.ts';

/** The scope of a widget's scripts: its own object for a group, else the surrounding object. */
export const scopeFor = (widget: SoundWidget): Scope => (isGroup(widget) ? widget.inner : widget.scope);

/** Whether a widget groups others, as a container or modal does. */
export const isGroup = ({ type }: SoundWidget) => kinds[type].holds === 'group';

import type { FormScope, ValidWidget } from './form.ts';
import { widgetKinds } from './kinds/kinds.ts';

/** The scope of a widget's scripts: its own object for a group, else the surrounding object. */
export const scopeFor = (widget: ValidWidget): FormScope => (isGroup(widget) ? widget.inner : widget.scope);

/** Whether a widget groups others, as a container or modal does. */
export const isGroup = ({ type }: ValidWidget) => widgetKinds[type].holds === 'group';

const busy =
  'dialog, input:not([type=checkbox]), textarea, select, [contenteditable], [role=combobox], [role=dialog], [role=menu]';

/** Whether the focused element handles keys itself, so that shortcuts must not fire. */
export const capturesKeys = (target: EventTarget | null) => target instanceof Element && target.closest(busy) !== null;

const busy =
  'dialog, input:not([type=checkbox]), textarea, select, [contenteditable], [role=combobox], [role=dialog], [role=menu]';

/** Whether what has the focus takes keys itself, or asks something. */
export const isBusy = (target: EventTarget | null) => target instanceof Element && target.closest(busy) !== null;

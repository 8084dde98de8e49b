/**
 * Writes another text into a control that has just got the focus, once it has its selection: what was selected as a whole, to be
 * typed over, is so again.
 */
export function rewritten(control: HTMLInputElement, write: () => void): void {
  queueMicrotask(() => {
    if (control !== document.activeElement) return;
    const isSelected = control.selectionStart === 0 && control.selectionEnd === control.value.length;
    write();
    if (isSelected) control.select();
  });
}

/**
 * From now on a file that is dropped beside a place for files does nothing. The browser would show the file in the place of
 * the page, with all that is filled in.
 */
export function keepPageOnDrop(page: Window): void {
  const keep = (event: DragEvent) => {
    const { dataTransfer, target } = event;
    // What takes drops of its own has said so.
    if (event.defaultPrevented || !dataTransfer?.types.includes('Files')) return;
    if (target instanceof Element && target.closest('input[type=file]:enabled')) return;
    event.preventDefault();
    dataTransfer.dropEffect = 'none';
  };
  page.addEventListener('dragover', keep);
  page.addEventListener('drop', keep);
}

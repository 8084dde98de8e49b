/**
 * Prevents the browser from navigating to a file that is dropped outside of a file input, which would lose everything
 * filled in.
 */
export function preventFileDropNavigation(page: Window): void {
  const preventDrop = (event: DragEvent) => {
    const { dataTransfer, target } = event;
    // An element that handles drops itself has called `preventDefault`.
    if (event.defaultPrevented || !dataTransfer?.types.includes('Files')) return;
    if (target instanceof Element && target.closest('input[type=file]:enabled')) return;
    event.preventDefault();
    dataTransfer.dropEffect = 'none';
  };
  page.addEventListener('dragover', preventDrop);
  page.addEventListener('drop', preventDrop);
}

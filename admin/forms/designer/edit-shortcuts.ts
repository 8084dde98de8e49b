import type { ClipboardEvent, KeyboardEvent } from 'react';
import { randomId } from '#portal/forms/randomId.ts';
import { duplicate, remove } from '#schemas/designing/edits.ts';
import { pasteText, selectionAsText } from './clipboard.ts';
import { type MoveDirection, moveByStep } from './move-by-step.ts';
import type { Designer } from './useDesigner.ts';

/** Keyboard and clipboard handlers for the selection, in the outline and on the canvas. Inputs keep their own keys. */
export function editShortcuts(designer: Designer) {
  const { design, selected, ids, applyEdit } = designer;
  const all = selected.map(({ id }) => id);
  const last = ids.at(-1);
  const copy = (event: ClipboardEvent, isCut: boolean) => {
    if (selected.length === 0 || isTextField(event.target)) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', selectionAsText(designer));
    if (isCut) applyEdit(remove(design, all));
  };
  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (last === undefined || event.defaultPrevented || isTextField(event.target)) return;
      const direction = event.altKey ? directions[event.key] : undefined;
      if (direction) applyEdit(moveByStep(design, last, direction));
      else if (event.key === 'Delete') applyEdit(remove(design, all));
      else if ((event.ctrlKey || event.metaKey) && event.key === 'd') applyEdit(duplicate(design, last, randomId));
      else return;
      event.preventDefault();
    },
    onCopy: (event: ClipboardEvent) => copy(event, false),
    onCut: (event: ClipboardEvent) => copy(event, true),
    onPaste: (event: ClipboardEvent) => {
      if (isTextField(event.target)) return;
      event.preventDefault();
      applyEdit(pasteText(designer, event.clipboardData.getData('text/plain')));
    },
  };
}

const directions: Record<string, MoveDirection | undefined> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'out',
  ArrowRight: 'in',
};

/** Whether the element is an input that handles keys itself. */
export function isTextField(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable="true"]') !== null;
}

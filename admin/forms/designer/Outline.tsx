import { useMemo, useState } from 'react';
import { designWidgetName } from '#schemas/designing/edits.ts';
import { typeWords } from '#schemas/designing/type-words.ts';
import { Tree, type TreeItem } from '../../tree/Tree.tsx';
import { editShortcuts } from './edit-shortcuts.ts';
import { outlineItems } from './outline-items.ts';
import type { Designer } from './useDesigner.ts';

/** In pixels; longer outlines scroll. */
const maxHeight = 320;

/**
 * The form as a tree. Alt+arrows move the selection, Delete removes it, Ctrl+D duplicates it. Copy, cut and paste use
 * the system clipboard, so they work across forms.
 */
export function Outline({ designer }: { designer: Designer }) {
  const { design, ids, select } = designer;
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const items = useMemo(
    () =>
      outlineItems(design, closed).map(
        ({ widget, level, parent, hasInside }): TreeItem => ({
          id: widget.id,
          name: level === 1 ? 'The whole form' : designWidgetName(widget),
          note: typeWords[widget.type].name,
          level,
          parent,
          isExpanded: hasInside ? !closed.has(widget.id) : null,
        }),
      ),
    [design, closed],
  );
  const open = (id: string, isOpen: boolean) =>
    setClosed((now) => new Set(isOpen ? [...now].filter((each) => each !== id) : [...now, id]));
  return (
    <Tree
      label="Widgets of the form"
      items={items}
      selected={ids}
      isMultiple
      maxHeight={maxHeight}
      onSelect={select}
      onOpen={open}
      keys={editShortcuts(designer)}
    />
  );
}

import { Box } from '@mui/material';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { randomId } from '#portal/forms/randomId.ts';
import { duplicate, nameOf, remove } from '#schemas/designing/edits.ts';
import { typeWords } from '#schemas/designing/type-words.ts';
import { copiedText, pastedWidgets } from './clipboard.ts';
import { moveOne } from './move-one.ts';
import { type OutlineItem, outlineItems } from './outline-items.ts';
import type { Designer } from './useDesigner.ts';

/**
 * The form as a tree: arrows go through it, Alt with the arrows moves what is selected, Delete takes it away, Ctrl+D doubles
 * it, and it is copied, cut and pasted as text is, also into another form.
 */
export function Outline({ designer }: { designer: Designer }) {
  const { design, selected, ids: chosen, select, act } = designer;
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const items = useMemo(() => outlineItems(design, closed), [design, closed]);
  const ids = selected.map(({ id }) => id);
  const current = items.find(({ widget }) => widget.id === chosen.at(-1)) ?? items[0];
  const tree = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The focus stays with what is selected, wherever an edit has put it.
    const hasFocus = tree.current?.contains(document.activeElement);
    if (hasFocus && current) tree.current?.querySelector<HTMLElement>(`[data-item="${current.widget.id}"]`)?.focus();
  }, [current]);
  const go = (item: OutlineItem | undefined, isMore: boolean) => {
    if (!item) return;
    const { id } = item.widget;
    select(isMore ? [...ids.filter((each) => each !== id), id] : [id]);
  };
  const open = ({ widget }: OutlineItem, isOpen: boolean) =>
    setClosed((now) => new Set(isOpen ? [...now].filter((id) => id !== widget.id) : [...now, widget.id]));
  const at = current ? items.indexOf(current) : -1;
  const sideways = (item: OutlineItem, isRight: boolean, isMore: boolean) => {
    const isClosed = closed.has(item.widget.id);
    if (isRight && item.hasInside && !isClosed) go(items[at + 1], isMore);
    else if (isRight && item.hasInside) open(item, true);
    else if (!isRight && item.hasInside && !isClosed) open(item, false);
    else if (!isRight)
      go(
        items.find(({ widget }) => widget.id === item.parent),
        isMore,
      );
  };
  const keys = (event: KeyboardEvent) => {
    if (!current) return;
    const { key, altKey, shiftKey } = event;
    const isControl = event.ctrlKey || event.metaKey;
    const acts: Record<string, () => unknown> = {
      ...(altKey
        ? Object.fromEntries(moves.map(([name, to]) => [name, () => act(moveOne(design, current.widget.id, to))]))
        : {
            ArrowDown: () => go(items[at + 1], shiftKey),
            ArrowUp: () => go(items[at - 1], shiftKey),
            ArrowRight: () => sideways(current, true, shiftKey),
            ArrowLeft: () => sideways(current, false, shiftKey),
          }),
      Home: () => go(items[0], shiftKey),
      End: () => go(items.at(-1), shiftKey),
      Delete: () => {
        const after = items[at + 1]?.widget.id ?? items[at - 1]?.widget.id;
        if (act(remove(design, ids)) && after) select([after]);
      },
      ...(isControl ? { d: () => act(duplicate(design, current.widget.id, randomId)) } : {}),
    };
    const chosen = acts[key];
    if (!chosen) return;
    event.preventDefault();
    chosen();
  };
  const copy = (event: ClipboardEvent, isCut: boolean) => {
    if (selected.length === 0) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', copiedText(selected));
    if (isCut) act(remove(design, ids));
  };
  return (
    <Box
      component="ul"
      ref={tree}
      role="tree"
      aria-label="Widgets of the form"
      aria-multiselectable
      onKeyDown={keys}
      onCopy={(event: ClipboardEvent) => copy(event, false)}
      onCut={(event: ClipboardEvent) => copy(event, true)}
      onPaste={(event: ClipboardEvent) => {
        event.preventDefault();
        act(pastedWidgets(designer, event.clipboardData.getData('text/plain')));
      }}
      sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 320, overflow: 'auto' }}
    >
      {items.map((item) => (
        <Line
          key={item.widget.id}
          item={item}
          isSelected={ids.includes(item.widget.id)}
          isCurrent={item === current}
          isOpen={!closed.has(item.widget.id)}
          onPress={(isMore) => go(item, isMore)}
          onOpen={(isOpen) => open(item, isOpen)}
        />
      ))}
    </Box>
  );
}

const moves = [
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
  ['ArrowLeft', 'out'],
  ['ArrowRight', 'in'],
] as const;

interface LineProps {
  item: OutlineItem;
  isSelected: boolean;
  isCurrent: boolean;
  isOpen: boolean;
  onPress: (isMore: boolean) => void;
  onOpen: (isOpen: boolean) => void;
}

function Line({ item, isSelected, isCurrent, isOpen, onPress, onOpen }: LineProps) {
  const { widget, level, hasInside } = item;
  return (
    // The tree hears the keys of all its lines.
    <Box
      component="li"
      role="treeitem"
      data-item={widget.id}
      tabIndex={isCurrent ? 0 : -1}
      aria-level={level}
      aria-selected={isSelected}
      aria-expanded={hasInside ? isOpen : undefined}
      onClick={(event) => onPress(event.ctrlKey || event.metaKey)}
      sx={{
        ...{
          display: 'flex',
          gap: 0.5,
          alignItems: 'baseline',
          pl: (level - 1) * 1.5,
          pr: 1,
          py: 0.25,
          borderRadius: 1,
        },
        ...{ cursor: 'default', bgcolor: isSelected ? 'action.selected' : undefined },
        '&:hover': { bgcolor: 'action.hover' },
      }}
    >
      <Box
        component="span"
        aria-hidden
        onClick={() => onOpen(!isOpen)}
        sx={{ width: 16, textAlign: 'center', color: 'text.secondary' }}
      >
        {hasInside ? (isOpen ? '▾' : '▸') : ''}
      </Box>
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        {level === 1 ? 'The whole form' : nameOf(widget)}
      </Box>
      <Box component="span" sx={{ ml: 'auto', typography: 'caption', color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {typeWords[widget.type].name}
      </Box>
    </Box>
  );
}

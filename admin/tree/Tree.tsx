import {
  type CSSProperties,
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import styles from './Tree.module.css';

/** A visible line of a tree, in display order. */
export interface TreeItem {
  id: string;
  name: string;
  /** Type or count beside the name. */
  note: string;
  level: number;
  /** Id of the parent line. */
  parent: string | null;
  /** Null for a leaf. */
  isExpanded: boolean | null;
}

type Keys = Pick<HTMLAttributes<HTMLElement>, 'onKeyDown' | 'onCopy' | 'onCut' | 'onPaste'>;

interface TreeProps {
  label: string;
  items: readonly TreeItem[];
  /** The last one is the current line. */
  selected: readonly string[];
  isMultiple?: boolean;
  /** Height in pixels beyond which the tree scrolls. */
  maxHeight?: number;
  describedBy?: string;
  onSelect: (ids: string[]) => void;
  onOpen: (id: string, isOpen: boolean) => void;
  /** Handlers for keys that the tree does not use. */
  keys: Keys;
  /** Called on double click. */
  onDoublePress?: (id: string) => void;
  /** Makes a line draggable or a drop target; returns the cleanup. */
  bindLine?: (element: HTMLElement, id: string) => () => void;
}

/**
 * ARIA tree view. Arrow keys move, expand and collapse; Home and End go to the ends; letters find the next match
 * (type-ahead). With `isMultiple`, Shift extends the selection.
 */
export function Tree({ label, items, selected, isMultiple = false, maxHeight, describedBy, ...acts }: TreeProps) {
  const { onSelect, onOpen, keys, onDoublePress, bindLine } = acts;
  const current = items.find(({ id }) => id === selected.at(-1)) ?? items[0];
  const at = current ? items.indexOf(current) : -1;
  const tree = useRef<HTMLDivElement>(null);
  useSelectionFocus(tree, selected.length > 0 ? current?.id : undefined, at);
  const go = (item: TreeItem | undefined, isMore: boolean) => {
    if (!item) return;
    const anchor = isMore && isMultiple ? items.findIndex(({ id }) => id === selected[0]) : -1;
    const to = items.indexOf(item);
    const range = items.slice(Math.min(anchor, to), Math.max(anchor, to) + 1).map(({ id }) => id);
    if (anchor < 0) onSelect([item.id]);
    else onSelect(anchor > to ? range.toReversed() : range);
  };
  const sideways = ({ id, isExpanded, parent }: TreeItem, isRight: boolean) => {
    if (isExpanded === !isRight) onOpen(id, isRight);
    else if (isExpanded && isRight) go(items[at + 1], false);
    else if (!isRight)
      go(
        items.find((each) => each.id === parent),
        false,
      );
  };
  const type = (letter: string) => {
    const fits = ({ name }: TreeItem) => name.toLowerCase().startsWith(letter.toLowerCase());
    go(items.slice(at + 1).find(fits) ?? items.find(fits), false);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, shiftKey } = event;
    if (!current || event.altKey || event.ctrlKey || event.metaKey) return keys.onKeyDown?.(event);
    const moves: Record<string, () => void> = {
      ArrowDown: () => go(items[at + 1], shiftKey),
      ArrowUp: () => go(items[at - 1], shiftKey),
      ArrowRight: () => sideways(current, true),
      ArrowLeft: () => sideways(current, false),
      Home: () => go(items[0], shiftKey),
      End: () => go(items.at(-1), shiftKey),
    };
    const act = moves[key] ?? (/^[\p{L}\p{N}]$/u.test(key) ? () => type(key) : undefined);
    if (!act) return keys.onKeyDown?.(event);
    event.preventDefault();
    return act();
  };
  const press = ({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    const item = items.find(({ id }) => id === lineAt(target));
    if (!item || !(target instanceof Element)) return;
    const { id, isExpanded } = item;
    if (target.closest('[data-opener]') && isExpanded !== null) onOpen(id, !isExpanded);
    else if (isMultiple && (ctrlKey || metaKey))
      onSelect(selected.includes(id) ? selected.filter((each) => each !== id) : [...selected, id]);
    else go(item, shiftKey);
  };
  const pressTwice = ({ target }: MouseEvent) => {
    const id = lineAt(target);
    if (id && !(target instanceof Element && target.closest('[data-opener]'))) onDoublePress?.(id);
  };
  return (
    <div
      ref={tree}
      role="tree"
      aria-label={label}
      aria-describedby={describedBy}
      aria-multiselectable={isMultiple || undefined}
      className={styles.tree}
      style={{ maxHeight }}
      data-scrolls={maxHeight !== undefined || undefined}
      onClick={press}
      onDoubleClick={pressTwice}
      {...keys}
      onKeyDown={onKeyDown}
    >
      {items.map((item) => (
        <Line
          key={item.id}
          {...item}
          isSelected={selected.includes(item.id)}
          isCurrent={item === current}
          bindLine={bindLine}
        />
      ))}
    </div>
  );
}

const lineAt = (target: EventTarget) =>
  target instanceof Element ? target.closest('[data-item]')?.getAttribute('data-item') : undefined;

/** Keeps the selected line focused and scrolled into view when edits move it. */
function useSelectionFocus(tree: { current: HTMLElement | null }, id: string | undefined, at: number): void {
  const lastLine = useRef<{ id: string; at: number } | null>(null);
  useLayoutEffect(() => {
    const before = lastLine.current;
    if (!id || (before?.id === id && before.at === at)) return;
    lastLine.current = { id, at };
    const line = tree.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`);
    const { activeElement } = document;
    // Take the focus if its element was removed, or belongs to the properties of another widget now.
    const isLost =
      activeElement === document.body || (before?.id !== id && activeElement?.closest('[data-of-selected]'));
    if (isLost || tree.current?.contains(activeElement)) line?.focus();
    line?.scrollIntoView({ block: 'nearest' });
  });
}

interface LineProps extends Pick<TreeItem, 'id' | 'name' | 'note' | 'level' | 'isExpanded'> {
  isSelected: boolean;
  isCurrent: boolean;
  bindLine: TreeProps['bindLine'];
}

/** The tree handles all events by delegation. */
const Line = memo(function Line({ id, name, note, level, isExpanded, isSelected, isCurrent, bindLine }: LineProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => (line.current && bindLine ? bindLine(line.current, id) : undefined), [bindLine, id]);
  const style: CSSProperties = { '--level': level };
  return (
    <div
      ref={line}
      role="treeitem"
      data-item={id}
      tabIndex={isCurrent ? 0 : -1}
      aria-level={level}
      aria-selected={isSelected}
      aria-expanded={isExpanded ?? undefined}
      className={styles.line}
      style={style}
    >
      <span aria-hidden data-opener className={styles.opener}>
        {isExpanded === null ? '' : isExpanded ? '▾' : '▸'}
      </span>
      <span className={styles.name}>{name}</span>
      <span className={styles.note}>{note}</span>
    </div>
  );
});

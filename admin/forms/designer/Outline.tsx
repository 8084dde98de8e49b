import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { nameOf } from '#schemas/designing/edits.ts';
import { typeWords } from '#schemas/designing/type-words.ts';
import { editKeys } from './edit-keys.ts';
import styles from './Outline.module.css';
import { type OutlineItem, outlineItems } from './outline-items.ts';
import type { Designer } from './useDesigner.ts';

/**
 * The form as a tree: arrows go through it, with Shift they select on, Alt with the arrows moves what is selected, Delete
 * takes it away, Ctrl+D doubles it, and it is copied, cut and pasted as text is, also into another form.
 */
export function Outline({ designer }: { designer: Designer }) {
  const { design, ids: chosen, select } = designer;
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const items = useMemo(() => outlineItems(design, closed), [design, closed]);
  const current = items.find(({ widget }) => widget.id === chosen.at(-1)) ?? items[0];
  const tree = useRef<HTMLDivElement>(null);
  const at = current ? items.indexOf(current) : -1;
  useFollowing(tree, chosen.length > 0 ? current?.widget.id : undefined, at);
  const go = (item: OutlineItem | undefined, isMore: boolean) => {
    if (!item) return;
    const anchor = isMore ? items.findIndex(({ widget }) => widget.id === chosen[0]) : -1;
    const at = items.indexOf(item);
    const range = items.slice(Math.min(anchor, at), Math.max(anchor, at) + 1).map(({ widget }) => widget.id);
    if (anchor < 0) select([item.widget.id]);
    else select(anchor > at ? range.toReversed() : range);
  };
  const open = (id: string, isOpen: boolean) =>
    setClosed((now) => new Set(isOpen ? [...now].filter((each) => each !== id) : [...now, id]));
  const sideways = ({ widget: { id }, hasInside, parent }: OutlineItem, isRight: boolean) => {
    const isOpen = hasInside && !closed.has(id);
    if (isRight ? hasInside && !isOpen : isOpen) open(id, isRight);
    else if (isOpen) go(items[at + 1], false);
    else if (!isRight)
      go(
        items.find(({ widget }) => widget.id === parent),
        false,
      );
  };
  const edits = editKeys(designer);
  const keys = (event: KeyboardEvent) => {
    const { key, altKey, shiftKey } = event;
    if (!current || altKey || event.ctrlKey || event.metaKey) return edits.onKeyDown(event);
    const acts: Record<string, () => void> = {
      ArrowDown: () => go(items[at + 1], shiftKey),
      ArrowUp: () => go(items[at - 1], shiftKey),
      ArrowRight: () => sideways(current, true),
      ArrowLeft: () => sideways(current, false),
      Home: () => go(items[0], shiftKey),
      End: () => go(items.at(-1), shiftKey),
    };
    const act = acts[key];
    if (!act) return edits.onKeyDown(event);
    event.preventDefault();
    return act();
  };
  const press = ({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    const line = target instanceof Element ? target.closest('[data-item]') : null;
    const item = items.find(({ widget }) => widget.id === line?.getAttribute('data-item'));
    if (!item || !(target instanceof Element)) return;
    const { id } = item.widget;
    if (target.closest('[data-opener]') && item.hasInside) open(id, closed.has(id));
    else if (ctrlKey || metaKey) select(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
    else go(item, shiftKey);
  };
  return (
    <div
      ref={tree}
      role="tree"
      aria-label="Widgets of the form"
      aria-multiselectable
      className={styles.tree}
      onClick={press}
      {...edits}
      onKeyDown={keys}
    >
      {items.map((item) => (
        <Line
          key={item.widget.id}
          id={item.widget.id}
          name={item.level === 1 ? 'The whole form' : nameOf(item.widget)}
          type={typeWords[item.widget.type].name}
          level={item.level}
          isSelected={chosen.includes(item.widget.id)}
          isCurrent={item === current}
          isOpen={item.hasInside ? !closed.has(item.widget.id) : null}
        />
      ))}
    </div>
  );
}

/** The focus stays with what is selected, wherever an edit has put it, and that is in sight. */
function useFollowing(tree: { current: HTMLElement | null }, id: string | undefined, at: number): void {
  const seen = useRef('');
  useLayoutEffect(() => {
    if (!id || seen.current === `${at} ${id}`) return;
    seen.current = `${at} ${id}`;
    const line = tree.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`);
    const { activeElement } = document;
    // What had the focus may have gone with the edit.
    if (activeElement === document.body || tree.current?.contains(activeElement)) line?.focus();
    line?.scrollIntoView({ block: 'nearest' });
  });
}

interface LineProps {
  id: string;
  name: string;
  type: string;
  level: number;
  isSelected: boolean;
  isCurrent: boolean;
  /** Null where nothing stands in it. */
  isOpen: boolean | null;
}

/** One of many: its tree hears what is done with it. */
const Line = memo(function Line({ id, name, type, level, isSelected, isCurrent, isOpen }: LineProps) {
  const style: CSSProperties = { '--level': level };
  return (
    <div
      role="treeitem"
      data-item={id}
      tabIndex={isCurrent ? 0 : -1}
      aria-level={level}
      aria-selected={isSelected}
      aria-expanded={isOpen ?? undefined}
      className={styles.line}
      style={style}
    >
      <span aria-hidden data-opener className={styles.opener}>
        {isOpen === null ? '' : isOpen ? '▾' : '▸'}
      </span>
      <span className={styles.name}>{name}</span>
      <span className={styles.type}>{type}</span>
    </div>
  );
});

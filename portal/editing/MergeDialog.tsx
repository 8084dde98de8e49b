import { useId, useState } from 'react';
import type { ElementSlot } from '../forms/elementSlot.ts';
import { Button } from '../look/Button.tsx';
import type { DiffRow } from '../look/ConflictDialog.tsx';
import { Dialog } from '../look/Dialog.tsx';
import { Icon } from '../look/Icon.tsx';
import styles from './MergeDialog.module.css';

/**
 * The two values of one field, at a JSON pointer. `isConflict` marks a conflict that needs a choice. A field that
 * changed on one side only takes one's own value.
 */
export type MergeChoice = DiffRow & { path: string; isConflict: boolean };

type Side = 'saved' | 'mine';

/**
 * The merge dialog resolves a merge conflict: the user picks one of two values for each field that both sides changed
 * (design 6).
 */
export function MergeDialog({
  title,
  words,
  choices,
  onTake,
  onClose,
  children,
}: {
  title: string;
  /** The labels of the two sides. */
  words: Record<Side, string>;
  choices: readonly MergeChoice[];
  /** The paths where one's own value wins. */
  onTake: (mine: string[]) => void;
  onClose: () => void;
  children: ElementSlot;
}) {
  const [selection, setSelection] = useState<Record<string, Side | undefined>>({});
  const [hasTried, setTried] = useState(false);
  const conflicts = choices.filter(({ isConflict }) => isConflict);
  const onlyMine = choices.filter(({ isConflict }) => !isConflict);
  const selectAll = (side: Side) => setSelection(Object.fromEntries(conflicts.map(({ path }) => [path, side])));
  const submit = () => {
    setTried(true);
    if (conflicts.some(({ path }) => !selection[path])) return;
    onTake(choices.map(({ path }) => path).filter((path) => selection[path] !== 'saved'));
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            Not now
          </Button>
          <Button type="submit" kind="primary">
            Use these values
          </Button>
        </>
      }
    >
      {children}
      {conflicts.length > 1 && (
        <div className={styles.all}>
          <Button onClick={() => selectAll('saved')}>{`Use “${words.saved}” for all`}</Button>
          <Button onClick={() => selectAll('mine')}>{`Use “${words.mine}” for all`}</Button>
        </div>
      )}
      {conflicts.map((choice) => (
        <FieldDiff
          key={choice.path}
          choice={choice}
          words={words}
          selected={selection[choice.path]}
          isMissing={hasTried && !selection[choice.path]}
          onTake={(side) => setSelection({ ...selection, [choice.path]: side })}
        />
      ))}
      {onlyMine.length > 0 && (
        <p
          className={styles.alone}
        >{`Only you changed these, so your values are used: ${onlyMine.map(({ label }) => label).join(', ')}.`}</p>
      )}
    </Dialog>
  );
}

function FieldDiff({
  choice,
  words,
  selected,
  isMissing,
  onTake,
}: {
  choice: MergeChoice;
  words: Record<Side, string>;
  selected: Side | undefined;
  isMissing: boolean;
  onTake: (side: Side) => void;
}) {
  const id = useId();
  const sideButton = (side: Side) => (
    <label className={styles.side}>
      <input
        type="radio"
        name={id}
        className={styles.mark}
        checked={selected === side}
        aria-describedby={isMissing ? `${id}-missing` : undefined}
        onChange={() => onTake(side)}
      />
      <span className={styles.words}>{words[side]}</span>
      <span className={styles.value}>{choice[side]}</span>
    </label>
  );
  return (
    <fieldset className={styles.field}>
      <legend className={styles.label}>{choice.label}</legend>
      <div className={styles.sides}>
        {sideButton('saved')}
        {sideButton('mine')}
      </div>
      {isMissing && (
        <p id={`${id}-missing`} className={styles.missing} role="alert">
          <Icon name="alert" size={16} />
          Choose one of these values
        </p>
      )}
    </fieldset>
  );
}

import { useId, useState } from 'react';
import type { Elements } from '../forms/elements.ts';
import { Button } from '../look/Button.tsx';
import type { Difference } from '../look/ConflictDialog.tsx';
import { Dialog } from '../look/Dialog.tsx';
import { Icon } from '../look/Icon.tsx';
import styles from './SidesDialog.module.css';

/** Two values of one place, a pointer. What was changed on one side only needs no asking: one's own is taken. */
export type Choice = Difference & { path: string; isAsked: boolean };

type Side = 'saved' | 'mine';

/** Lets the person take either value of each field that was changed twice (design 6). */
export function SidesDialog({
  title,
  words,
  choices,
  onTake,
  onClose,
  children,
}: {
  title: string;
  /** What the two sides are called. */
  words: Record<Side, string>;
  choices: readonly Choice[];
  /** The places whose own value is to stand. */
  onTake: (mine: string[]) => void;
  onClose: () => void;
  children: Elements;
}) {
  const [taken, setTaken] = useState<Record<string, Side | undefined>>({});
  const [hasTried, setTried] = useState(false);
  const asked = choices.filter(({ isAsked }) => isAsked);
  const alone = choices.filter(({ isAsked }) => !isAsked);
  const takeAll = (side: Side) => setTaken(Object.fromEntries(asked.map(({ path }) => [path, side])));
  const submit = () => {
    setTried(true);
    if (asked.some(({ path }) => !taken[path])) return;
    onTake(choices.map(({ path }) => path).filter((path) => taken[path] !== 'saved'));
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
            Go on with these
          </Button>
        </>
      }
    >
      {children}
      {asked.length > 1 && (
        <div className={styles.all}>
          <Button onClick={() => takeAll('saved')}>{`All of ‘${words.saved}’`}</Button>
          <Button onClick={() => takeAll('mine')}>{`All of ‘${words.mine}’`}</Button>
        </div>
      )}
      {asked.map((choice) => (
        <FieldSides
          key={choice.path}
          choice={choice}
          words={words}
          taken={taken[choice.path]}
          isMissing={hasTried && !taken[choice.path]}
          onTake={(side) => setTaken({ ...taken, [choice.path]: side })}
        />
      ))}
      {alone.length > 0 && (
        <p
          className={styles.alone}
        >{`Changed by you only, and used: ${alone.map(({ label }) => label).join(', ')}.`}</p>
      )}
    </Dialog>
  );
}

function FieldSides({
  choice,
  words,
  taken,
  isMissing,
  onTake,
}: {
  choice: Choice;
  words: Record<Side, string>;
  taken: Side | undefined;
  isMissing: boolean;
  onTake: (side: Side) => void;
}) {
  const id = useId();
  const sideButton = (which: Side) => (
    <label className={styles.side}>
      <input
        type="radio"
        name={id}
        className={styles.mark}
        checked={taken === which}
        aria-describedby={isMissing ? `${id}-missing` : undefined}
        onChange={() => onTake(which)}
      />
      <span className={styles.words}>{words[which]}</span>
      <span className={styles.value}>{choice[which]}</span>
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
          Take one of the two
        </p>
      )}
    </fieldset>
  );
}

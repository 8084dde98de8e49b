import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { ConflictDialog } from '../look/ConflictDialog.tsx';
import type { Editing } from './editing.ts';
import { type Choice, SidesDialog } from './SidesDialog.tsx';

/** Tells of what somebody else saved meanwhile; where both changed the same, the person compares and chooses. */
export function RecordNews<Saved extends { revision: number }>({
  thing,
  now: { state, news, theirs, isOwnNews, isDirty },
  words,
  choicesIn,
  isLocked = false,
  isComparing,
  onCompare,
  onChoose,
}: {
  /** 'order', 'client'. */
  thing: string;
  now: Pick<Editing<Saved>, 'state' | 'news' | 'theirs' | 'isOwnNews' | 'isDirty'>;
  /** Who did what, as a sentence, where that is known. */
  words?: string | undefined;
  /** What differs between somebody else's record and one's own. */
  choicesIn: (theirs: Saved) => Choice[];
  /** Whether one's own changes can not be saved any more. */
  isLocked?: boolean;
  isComparing: boolean;
  onCompare: (isComparing: boolean) => void;
  onChoose: (mine: readonly string[]) => void;
}) {
  if (state === 'gone') {
    return (
      <Banner status="error" title={`This ${thing} is not there any more.`}>
        {`It was deleted, or it is closed to you now.${isDirty ? ' What you typed is still here to copy, and can not be saved.' : ''}`}
      </Banner>
    );
  }
  const title =
    words ??
    (isOwnNews
      ? `You changed this ${thing} in another window meanwhile.`
      : `Somebody else changed this ${thing} meanwhile.`);
  if (!theirs) {
    return (
      <Banner status="info" title={title} isSticky>
        {news === 'loaded'
          ? 'This is what is saved now. Please look again before you go on.'
          : `${isOwnNews ? 'Those changes and these' : 'Their changes and yours'} are both here: no field was changed twice.`}
      </Banner>
    );
  }
  const take = (paths: readonly string[]) => {
    onCompare(false);
    onChoose(paths);
  };
  const close = () => onCompare(false);
  return (
    <>
      <Banner status="warn" title={title} isSticky actions={<Button onClick={() => onCompare(true)}>Compare</Button>}>
        {`${isOwnNews ? 'Nothing' : 'Nothing of yours or theirs'} is lost yet. Compare before you save.`}
      </Banner>
      {isComparing && isLocked && (
        <ConflictDialog
          thing={`This ${thing}`}
          differences={choicesIn(theirs)}
          onTakeSaved={() => take([])}
          onClose={close}
        />
      )}
      {isComparing && !isLocked && (
        <SidesDialog
          // A record that was saved once more is another question.
          key={theirs.revision}
          title={`This ${thing} was changed meanwhile`}
          words={{ saved: 'Saved now', mine: isOwnNews ? 'Typed here' : 'Yours' }}
          choices={choicesIn(theirs)}
          onTake={take}
          onClose={close}
        >
          <p>
            {`${
              isOwnNews
                ? 'You changed these fields in the other window, too.'
                : 'Somebody else changed these fields, too.'
            } Nothing is lost yet: take the value that is right.`}
          </p>
        </SidesDialog>
      )}
    </>
  );
}

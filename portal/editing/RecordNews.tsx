import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { ConflictDialog } from '../look/ConflictDialog.tsx';
import type { Editing } from './editing.ts';
import { type Choice, SidesDialog } from './SidesDialog.tsx';

/**
 * The banner about a remote change to the record being edited: reloaded, merged, or a merge conflict, which opens the
 * dialog to compare and choose. Also shows that the record was deleted.
 */
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
  /** The record's type in the texts: 'order', 'client'. */
  thing: string;
  now: Pick<Editing<Saved>, 'state' | 'news' | 'theirs' | 'isOwnNews' | 'isDirty'>;
  /** The sentence that says who changed what, if known. */
  words?: string | undefined;
  /** The differences between the remote record and one's own. */
  choicesIn: (theirs: Saved) => Choice[];
  /** Whether one's own changes can no longer be saved. */
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
  const resolve = (paths: readonly string[]) => {
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
          onTakeSaved={() => resolve([])}
          onClose={close}
        />
      )}
      {isComparing && !isLocked && (
        <SidesDialog
          // Reset the choices when the record is saved once more.
          key={theirs.revision}
          title={`This ${thing} was changed meanwhile`}
          words={{ saved: 'Saved now', mine: isOwnNews ? 'Typed here' : 'Yours' }}
          choices={choicesIn(theirs)}
          onTake={resolve}
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

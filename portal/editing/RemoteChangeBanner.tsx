import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { ConflictDialog } from '../look/ConflictDialog.tsx';
import type { EditState } from './editState.ts';
import { type MergeChoice, MergeDialog } from './MergeDialog.tsx';

/**
 * The banner about a remote change to the record being edited: reloaded, merged, or a merge conflict, which opens the
 * dialog to compare and choose. Also shows that the record was deleted.
 */
export function RemoteChangeBanner<Saved extends { revision: number }>({
  thing,
  now: { state, remoteChange, remote, isOwnRemoteChange, isDirty },
  words,
  choicesIn,
  isLocked = false,
  isComparing,
  onCompare,
  onChoose,
}: {
  /** The record's type in the texts: 'order', 'client'. */
  thing: string;
  now: Pick<EditState<Saved>, 'state' | 'remoteChange' | 'remote' | 'isOwnRemoteChange' | 'isDirty'>;
  /** The sentence that says who changed what, if known. */
  words?: string | undefined;
  /** The differences between the remote record and one's own. */
  choicesIn: (theirs: Saved) => MergeChoice[];
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
    (isOwnRemoteChange
      ? `You changed this ${thing} in another window meanwhile.`
      : `Somebody else changed this ${thing} meanwhile.`);
  if (!remote) {
    return (
      <Banner status="info" title={title} isSticky>
        {remoteChange === 'loaded'
          ? 'This is what is saved now. Please look again before you go on.'
          : `${isOwnRemoteChange ? 'Those changes and these' : 'Their changes and yours'} are both here: no field was changed twice.`}
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
        {`${isOwnRemoteChange ? 'Nothing' : 'Nothing of yours or theirs'} is lost yet. Compare before you save.`}
      </Banner>
      {isComparing && isLocked && (
        <ConflictDialog
          thing={`This ${thing}`}
          differences={choicesIn(remote)}
          onUseSaved={() => resolve([])}
          onClose={close}
        />
      )}
      {isComparing && !isLocked && (
        <MergeDialog
          // Reset the choices when the record is saved once more.
          key={remote.revision}
          title={`This ${thing} was changed meanwhile`}
          words={{ saved: 'Saved now', mine: isOwnRemoteChange ? 'Typed here' : 'Yours' }}
          choices={choicesIn(remote)}
          onTake={resolve}
          onClose={close}
        >
          <p>
            {`${
              isOwnRemoteChange
                ? 'You changed these fields in the other window, too.'
                : 'Somebody else changed these fields, too.'
            } Nothing is lost yet: take the value that is right.`}
          </p>
        </MergeDialog>
      )}
    </>
  );
}

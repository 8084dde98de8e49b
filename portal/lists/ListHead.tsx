import type { ElementSlot } from '../forms/elementSlot.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { SavedViews, type SavedViewsProps, SaveViewButton } from './SavedViews.tsx';

interface ListHeadProps {
  title: string;
  /** The button that adds a record. */
  add: ElementSlot;
  views: SavedViewsProps;
}

/** The heading of a list page with its buttons, and the saved views of the list below. */
export function ListHead({ title, add, views }: ListHeadProps) {
  return (
    <>
      <PageHead
        title={title}
        actions={
          <>
            <SaveViewButton {...views} />
            {add}
          </>
        }
      />
      <SavedViews {...views} />
    </>
  );
}

import { jsonPathLabel } from '../../../generate/json/json-path-label.ts';
import { apiErrorBody } from '../../../provider/http.ts';
import { serializeSelection } from '../clipboard.ts';
import type { Designer } from '../useDesigner.ts';
import { NameDialog } from './NameDialog.tsx';
import { useBlocks } from './useBlocks.ts';

/** Saves the selected widgets and their scripts as a reusable block in the palette. */
export default function SaveBlockDialog({ designer, onClose }: { designer: Designer; onClose: () => void }) {
  const { lines, save } = useBlocks();
  const widgets = serializeSelection(designer);
  const count = widgets.length === 1 ? 'The selected widget' : `The ${widgets.length} selected widgets`;
  const saveBlock = async (name: string) => {
    try {
      await save(name, widgets);
      return undefined;
    } catch (error) {
      const [fault] = apiErrorBody(error).details?.fields ?? [];
      if (fault?.path.startsWith('/widgets/')) {
        const place = jsonPathLabel({ widgets }, fault.path.split('/').slice(1));
        return `${place}: ${fault.message}. Also select the fields that its scripts read.`;
      }
      return error instanceof Error ? error.message : String(error);
    }
  };
  return (
    <NameDialog
      title="Save as block"
      verb="Save"
      hint={`${count} will be available to all form authors in the palette, including contents and scripts.`}
      taken={lines.map(({ name }) => name)}
      onName={saveBlock}
      onClose={onClose}
    />
  );
}

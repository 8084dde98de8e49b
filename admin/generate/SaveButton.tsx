import Save from '@mui/icons-material/Save';
import { Button, type ButtonProps } from '@mui/material';
import { useFormState } from 'react-hook-form';

/** Submit button. react-admin's own crashes when the browser translates the page, because it replaces text nodes. */
export function SaveButton({ isEnabled = true, ...props }: ButtonProps & { isEnabled?: boolean }) {
  const { isSubmitting } = useFormState();
  return (
    <Button
      type="submit"
      variant="contained"
      startIcon={<Save />}
      loading={isSubmitting}
      loadingPosition="start"
      disabled={!isEnabled}
      {...props}
    >
      <span>Save</span>
    </Button>
  );
}

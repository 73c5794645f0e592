import { maxTrackingLength } from '#app/contracts/fulfillment/parcel.ts'
import { carrierOptions } from '../tracking.tsx'
import { SelectField, TextField } from './fields.tsx'

type Props = {
  label: string
  hint: string
  /** Otherwise nobody has to say how it is sent. */
  required?: boolean
}

/** How a package goes. */
export function TrackingFields({ label, hint, required = false }: Props) {
  return (
    <>
      <TextField
        name="tracking"
        label={label}
        {...(required ? { required } : { optional: 'optional' })}
        hint={hint}
        kind="code"
        maxLength={maxTrackingLength}
      />
      <SelectField
        name="carrier"
        label="Carrier"
        options={carrierOptions}
        defaultValue="by number"
      />
    </>
  )
}

-- Staff search by the tracking number on a label that was bought and not used yet, or was refunded. The index is
-- that of parcels (0015_fulfillment.sql), so that no search reads all labels.
create index labels_tracking_start on labels ((left(tracking, 40)) collate "C")
  where tracking is not null;

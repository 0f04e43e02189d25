-- What owners meant for contacts who had not agreed, in activations of former times.
INSERT INTO "deliveries" ("id", "activation_id", "user_id", "instruction_id", "contact_id", "state", "next_attempt_at", "created_at")
SELECT gen_random_uuid(), activation.id, instruction.user_id, instruction.id, contact.id, 'withheld', activation.activated_at, activation.activated_at
FROM "activation_requests" activation
INNER JOIN "instructions" instruction ON instruction.user_id = activation.deceased_user_id AND instruction.created_at <= activation.activated_at
INNER JOIN "instruction_contacts" assigned ON assigned.instruction_id = instruction.id
INNER JOIN "trusted_contacts" contact ON contact.id = assigned.contact_id AND contact.status <> 'activated'
WHERE activation.status IN ('activated', 'delivering', 'delivered', 'partially_delivered')
  AND NOT EXISTS (
    SELECT 1 FROM "deliveries" delivery
    WHERE delivery.activation_id = activation.id AND delivery.instruction_id = instruction.id AND delivery.contact_id = contact.id);

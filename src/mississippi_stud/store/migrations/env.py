"""Run by Alembic: migrations use the connection that the store has already opened."""

from alembic import context

from mississippi_stud.store.schema import metadata

if getattr(context, "config", None) is not None:  # run by Alembic; a plain import does nothing
    context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
    with context.begin_transaction():
        context.run_migrations()

# %% [markdown]
# # Fair share of a pool, in Python
#
# A notebook as text: Jupyter opens it with jupytext, and editors that know `# %%` run it cell by cell. So do the tests.

# %%
import userprio

pool = userprio.load("physics")
pool

# %% [markdown]
# One cycle, run dry. A result shows itself as a table.

# %%
cycle = pool.negotiate()
cycle

# %% [markdown]
# Why does einstein wait? The reason first, and then what it rests on.

# %%
why = pool.explain("group_chemistry.einstein")
print(why.primary.sentence)
why

# %% [markdown]
# Chemistry is to give up six of its ten slots. Rows are the figures that differ.

# %%
pool.plan(knobs={"GROUP_QUOTA_group_chemistry": 4}, why=True)

# %% [markdown]
# Which quota would be right? A sweep, as a DataFrame if pandas is there.

# %%
found = pool.sweep({"GROUP_QUOTA_group_chemistry": range(2, 16, 4)}, show=["got"], by="group")
try:
    wide = found.to_frame().pivot(index="name", columns="GROUP_QUOTA_group_chemistry", values="got")
except ImportError:
    wide = found
wide

# %% [markdown]
# # Fair share of a pool, in Python
#
# A notebook as text, which needs pandas and matplotlib. Jupyter opens it with jupytext, and editors that know `# %%`
# run it cell by cell. So do the tests.

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
# Which quota would be right? A sweep, as a DataFrame.

# %%
found = pool.sweep({"GROUP_QUOTA_group_chemistry": range(2, 16, 4)}, show=["won"], by="group")
wide = found.to_frame().pivot(index="name", columns="GROUP_QUOTA_group_chemistry", values="won")
wide

# %% [markdown]
# What does each user hold over a day, and what if ada's factor were 250?

# %%
from matplotlib.figure import Figure

fairshare = userprio.load("fairshare")
figure = Figure(figsize=(9, 3.5), layout="constrained")
panels = figure.subplots(1, 2, sharey=True)
policies = {"as it is": fairshare, "ada's factor 250": fairshare.with_(factors={"ada@example.org": 250})}
for panel, (title, policy) in zip(panels, policies.items(), strict=True):
    use = policy.forecast("1d", step_s="1h").to_frame()
    use[use["kind"] == "submitter"].pivot(index="at", columns="name", values="in_use").plot(
        ax=panel, title=title, rot=45
    )
panels[0].set_ylabel("cores in use")
figure

# %% [markdown]
# What each group wins, over the quota of chemistry.

# %%
figure = Figure(figsize=(6, 3.5), layout="constrained")
panel = figure.subplots()
wide.T.plot(ax=panel, marker="o", xlabel="quota of chemistry", ylabel="weight won")
figure
